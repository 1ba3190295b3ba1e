// generator/core/text.ts
var SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

// generator/core/paths.ts
var MANIFEST = "manifest.json";
var ANSWERS = {
  list: "list.json",
  stats: "stats.json",
  status: "status.json",
  rss: "rss.xml",
  stations: "stations/all.json",
  stationsOf: { afad: "stations/afad.json", kandilli: "stations/kandilli.json" }
};
var shardPath = (hash) => `shards/${hash}.json`;
var fullShardPath = (hash) => `shards/${hash}.full.json`;
var columnsPath = (hash) => `shards/${hash}.columns`;
var statisticsPath = (hash) => `research/${hash}.json`;
var declusteredPath = (hash) => `research/${hash}.csv`;
var solutionsPath = (hash) => `shards/${hash}.solutions`;
var shardNamesPath = (hash) => `shards/${hash}.names`;
var segmentPath = (hash) => `changes/${hash}.json`;
var bucketPath = (bucket) => `details/buckets/${bucket}.ndjson`;
var namesPath = (file) => `details/names/${file}.json`;
var indexPath = (hash) => `details/index/${hash}.json`;
var linesPath = (hash) => `details/index/${hash}.lines`;
var ASSET = /^assets\/[a-z-]{1,40}\.([0-9a-f]{24})\.[a-z0-9]{1,8}$/;
var versionPath = (hash) => `versions/${hash}`;
function hashInPath(path) {
  const asset = ASSET.exec(path)?.[1];
  if (asset !== void 0) return asset;
  const hash = /[0-9a-f]{24}/.exec(path)?.[0];
  if (hash === void 0) return void 0;
  const names = [
    ...[shardPath, fullShardPath, columnsPath, solutionsPath, shardNamesPath],
    ...[statisticsPath, declusteredPath],
    ...[segmentPath, indexPath, linesPath, versionPath]
  ];
  return names.some((pathOf2) => pathOf2(hash) === path) ? hash : void 0;
}
var SUFFIXES = { gzip: "gz", br: "br" };
var COMPRESSIONS = Object.keys(SUFFIXES);
var detailPath = (id) => `details/id/${Math.floor(id / 1e3)}/${id}.json`;
function readDetailPath(path) {
  const number = Number(/(\d{1,13})\.(?:ndjson|json)$/.exec(path)?.[1] ?? -1);
  if (path === bucketPath(number)) return { kind: "bucket", number };
  if (path === namesPath(number)) return { kind: "names", number };
  const gone = path.startsWith("details/gone/");
  const plain = gone ? path.replace("/gone/", "/") : path;
  const id = Number(/(\d{1,15})\.json$/.exec(plain)?.[1] ?? -1);
  if (plain === detailPath(id)) return { kind: "single", key: { by: "id", id }, gone };
  const [, date = "", slug = ""] = /^details\/date\/(\d{4}-\d\d-\d\d)\/([a-z0-9-]{1,200})\.json$/.exec(plain) ?? [];
  return SLUG.test(slug) ? { kind: "single", key: { by: "slug", date, slug }, gone } : void 0;
}

// generator/hosting/headers.ts
var IMMUTABLE = String.raw`(?:shards|changes|research|versions|assets|details/index)/(?:[a-z-]+\.)?[0-9a-f]{24}(?:\.[a-z0-9.]+)?`;
var DATA = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";
var CACHING = {
  immutable: "public, max-age=31536000, immutable",
  files: {
    [MANIFEST]: "public, max-age=10",
    [ANSWERS.status]: "public, max-age=10",
    [ANSWERS.rss]: "public, max-age=300"
  },
  other: DATA
};
var OTHER_TYPE = "application/octet-stream";
var XML = "application/xml; charset=utf-8";
var TEXT = "text/plain; charset=utf-8";
var TYPES_OF_FILES = {
  [ANSWERS.rss]: "application/rss+xml; charset=utf-8",
  "fdsnws/event/1/version": TEXT,
  "fdsnws/event/1/catalogs": XML,
  "fdsnws/event/1/contributors": XML,
  "fdsnws/station/1/version": TEXT
};
var HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy, Link, Content-Disposition, Content-Range, Accept-Ranges, WWW-Authenticate, Date, X-Export-Rows, X-Export-Truncated",
  Vary: "Authorization, Accept-Encoding",
  "X-Content-Type-Options": "nosniff"
};
var METHODS = "GET, HEAD, OPTIONS";
var QUERY_METHODS = "GET, HEAD, POST, OPTIONS";
var PREFLIGHT = {
  "Access-Control-Allow-Headers": "Authorization, *",
  "Access-Control-Max-Age": "86400"
};
var ERRORS = {
  notFound: { status: 404, code: "not_found", message: "Not found; / lists the endpoints.", caching: "max-age=10" },
  unknownEarthquake: {
    status: 404,
    code: "not_found",
    message: "Not found. The list gives ids, and dates with slugs.",
    caching: "max-age=10"
  },
  unavailable: {
    status: 503,
    code: "unavailable",
    message: "This is unavailable at the moment; please try again shortly.",
    caching: "no-store"
  }
};
var RETRY_AFTER = "5";
var errorBody = ({ code, message }) => JSON.stringify({ status: "error", code, message });

// generator/hosting/routes.ts
var detail = (query, file) => ({
  path: "/deprem_api.php",
  query,
  file: `details/${file}`,
  gone: `details/gone/${file}`
});
var DAY = String.raw`(?<date>\d{4}-\d\d-\d\d)`;
var SLUG2 = "(?<slug>[a-z0-9-]{1,200})";
var ROUTES = [
  { path: "/api.php", query: "", file: ANSWERS.list },
  { path: "/stats_api.php", query: "", file: ANSWERS.stats },
  { path: "/station_api.php", query: "", file: ANSWERS.stations },
  { path: "/station_api.php", query: "source=afad", file: ANSWERS.stationsOf.afad },
  { path: "/station_api.php", query: "source=kandilli", file: ANSWERS.stationsOf.kandilli },
  { path: "/rss", query: "", file: ANSWERS.rss },
  detail(String.raw`id=(?<id>[1-9]\d{0,2})`, "id/0/{id}.json"),
  detail(String.raw`id=(?<thousands>[1-9]\d{0,11})(?<rest>\d{3})`, "id/{thousands}/{thousands}{rest}.json"),
  detail(`date=${DAY}&slug=${SLUG2}`, "date/{date}/{slug}.json"),
  detail(`slug=${SLUG2}&date=${DAY}`, "date/{date}/{slug}.json")
];
var PAGE = {
  path: String.raw`/deprem/\d{4}-\d\d-\d\d/[a-z0-9-]{1,200}`,
  file: "deprem/index.html"
};
var WELL_KNOWN = "/.well-known/";
var GATEWAY_ONLY = ["/account", "/stripe/webhook", "/usage"];
var STREAMS = ["/events", "/standing_order/websocket", "/mcp"];
var TEXT_ERRORS = "/fdsnws/";
var BODY_QUERIES = ["/fdsnws/event/1/query", "/fdsnws/event/1/count", "/fdsnws/station/1/query"];
var COMPLETE = [
  "shards",
  "changes",
  "research",
  "versions",
  "assets",
  "details/index",
  "details/buckets",
  "details/names"
];
var KEY_IN_QUERY = "(?:^|&)(?:api_key(?:=|&|$)|[^=&]*%)";

// generator/hosting/edge/conditional.ts
function isKnown(ifNoneMatch, tag) {
  if (ifNoneMatch === null) return false;
  const opaque = tag.replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([one]) => one === opaque);
}
function conditional(request, response) {
  const tag = response.headers.get("ETag");
  if (response.status === 200 && tag !== null && isKnown(request.headers.get("If-None-Match"), tag)) {
    const headers = new Headers(response.headers);
    for (const name of ["Content-Type", "Content-Length", "Content-Encoding"]) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  return request.method === "HEAD" ? new Response(null, response) : response;
}
async function tagOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 12);
  return `"${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

// generator/core/details.ts
var BUCKET_IDS = 128;
var bucketOf = (id) => Math.floor(id / BUCKET_IDS);
var NAMES_FILES = 1024;
function namesFileOf(date) {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return ((year * 12 + month) * 31 + day) % NAMES_FILES;
}
var nameKey = (date, slug) => `${date}/${slug}`;

// generator/core/media-types.ts
var MEDIA_TYPES = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  wadl: "application/xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  conf: "text/plain; charset=utf-8",
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
  webmanifest: "application/manifest+json"
};

// generator/core/time.ts
var SECOND = 1e3;
var MINUTE = 60 * SECOND;
var HOUR = 60 * MINUTE;
var DAY2 = 24 * HOUR;
var REFORM_DAY = -141427;
function dayNumber(year, month, day, gregorian) {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  if (!gregorian) return y * 365 + Math.floor(y / 4) + dayOfYear - 719470;
  const century = Math.floor(y / 100);
  return y * 365 + Math.floor(y / 4) - century + Math.floor(century / 4) + dayOfYear - 719468;
}
function dateOfDayNumber(dayNumberValue, gregorian = dayNumberValue >= REFORM_DAY) {
  const z = dayNumberValue + (gregorian ? 719468 : 719470);
  let year;
  let dayOfYear;
  if (gregorian) {
    const era = Math.floor(z / 146097);
    const dayOfEra = z - era * 146097;
    const yearOfEra = Math.floor(
      (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365
    );
    year = yearOfEra + era * 400;
    dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  } else {
    const era = Math.floor(z / 1461);
    const dayOfEra = z - era * 1461;
    const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460)) / 365);
    year = yearOfEra + era * 4;
    dayOfYear = dayOfEra - 365 * yearOfEra;
  }
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: month <= 2 ? year + 1 : year, month, day };
}
function epochOfCivil(civil) {
  const { year, month, day, hour, minute, second, millisecond } = civil;
  for (const part of [year, month, day, hour, minute, second, millisecond])
    if (!Number.isInteger(part)) return void 0;
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return void 0;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return void 0;
  if (millisecond < 0 || millisecond > 999) return void 0;
  const gregorian = year > 1582 || year === 1582 && (month > 10 || month === 10 && day >= 15);
  const number = dayNumber(year, month, day, gregorian);
  if (!gregorian && number >= REFORM_DAY) return void 0;
  const back = dateOfDayNumber(number);
  if (back.day !== day || back.month !== month) return void 0;
  return number * DAY2 + hour * HOUR + minute * MINUTE + second * SECOND + millisecond;
}
function parseDay(text) {
  return parseCivil(`${text} 00:00:00`);
}
var CIVIL = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;
function parseCivil(text) {
  const match = CIVIL.exec(text);
  if (!match) return void 0;
  const [, year, month, day, hour, minute, second, fraction = ""] = match;
  return epochOfCivil({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0"))
  });
}

// generator/hosting/edge/files.ts
function routed(path, query) {
  const routes = ROUTES.filter((route) => route.path === path);
  for (const { query: form, file, gone } of routes) {
    const match = new RegExp(`^${form}$`).exec(query);
    const fill = (template) => template.replaceAll(/\{(\w+)\}/g, (_, name) => match?.groups?.[name] ?? "");
    if (match) return { file: fill(file), ...gone === void 0 ? {} : { gone: fill(gone) } };
  }
  return routes.length > 0 ? "none" : void 0;
}
var isComplete = (file) => COMPLETE.some((folder) => file.startsWith(`${folder}/`));
var typeOf = (file) => TYPES_OF_FILES[file] ?? MEDIA_TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? OTHER_TYPE;
var NEVER_CHANGES = new RegExp(`^${IMMUTABLE}$`);
function cachingOf(file) {
  if (NEVER_CHANGES.test(file)) return CACHING.immutable;
  return CACHING.files[file] ?? CACHING.other;
}
async function fileAnswer({ file }, path) {
  const key = readDetailPath(path);
  if (key?.kind === "single") return detailAnswer({ file }, key.key, key.gone);
  const response = await file(path);
  if (!response) return void 0;
  const hash = hashInPath(path);
  const headers = { ...HEADERS, "Content-Type": typeOf(path), "Cache-Control": cachingOf(path) };
  if (hash !== void 0) return new Response(response.body, { headers: { ...headers, ETag: `"${hash}"` } });
  const bytes = await response.arrayBuffer();
  return new Response(bytes, { headers: { ...headers, ETag: await tagOf(bytes) } });
}
var IS_EARTHQUAKE = new RegExp(`^${PAGE.path}$`);
async function pageAnswer(files, path) {
  if (!/^(?:\/[a-z0-9-]+)+$/.test(path)) return void 0;
  const own = await fileAnswer(files, `${path.slice(1)}/index.html`);
  return own ?? (IS_EARTHQUAKE.test(path) ? fileAnswer(files, PAGE.file) : void 0);
}
async function detailAnswer(files, key, gone) {
  const line = await findLine(files, key);
  return line === void 0 || isGone(line) !== gone ? void 0 : lineAnswer(line);
}
async function earthquakeAnswer(files, key) {
  const line = await findLine(files, key);
  if (line === void 0 || !isGone(line)) return line === void 0 ? void 0 : lineAnswer(line);
  const headers = { ...HEADERS, "Content-Type": MEDIA_TYPES["json"], "Cache-Control": "max-age=60" };
  return new Response(line, { status: 410, headers });
}
function detailKeyOf(path) {
  const file = readDetailPath(path);
  if (file?.kind !== "single") return void 0;
  return file.key.by === "slug" && parseDay(file.key.date) === void 0 ? void 0 : file.key;
}
var isGone = (line) => line.startsWith('{"status":"error"');
async function lineAnswer(line) {
  const bytes = new TextEncoder().encode(line);
  const headers = { ...HEADERS, "Content-Type": MEDIA_TYPES["json"], "Cache-Control": CACHING.other };
  return new Response(bytes, { headers: { ...headers, ETag: await tagOf(bytes) } });
}
async function findLine(files, key) {
  const id = key.by === "id" ? key.id : await idOf(files, key.date, key.slug);
  const line = id === void 0 ? void 0 : await lineOf(files, id);
  if (!line?.startsWith('{"status":"merged"')) return line;
  return lineOf(files, JSON.parse(line).merged_into);
}
async function idOf({ file }, date, slug) {
  const names = await file(namesPath(namesFileOf(date)));
  return names && (await names.json())[nameKey(date, slug)];
}
async function lineOf({ file }, id) {
  const bucket = await file(bucketPath(bucketOf(id)));
  const lines = bucket ? (await bucket.text()).split("\n") : [];
  const line = lines.find((one) => Number(/"id":(\d+)/.exec(one)?.[1]) === id);
  return line && `${line}
`;
}

// generator/hosting/edge/gateway.ts
var pathOf = ({ url }) => new URL(url).pathname;
function failure(request, { status, code, message, caching }) {
  const isText = status === 503 && pathOf(request).startsWith(TEXT_ERRORS);
  const body = isText ? `Error ${status}: ${message}
` : `${errorBody({ code, message })}
`;
  return new Response(request.method === "HEAD" ? null : body, {
    status,
    headers: {
      ...HEADERS,
      "Content-Type": MEDIA_TYPES[isText ? "txt" : "json"],
      "Cache-Control": caching,
      ...status === 503 ? { "Retry-After": RETRY_AFTER } : {}
    }
  });
}
async function direct(request, platform) {
  try {
    return await platform.gateway(request);
  } catch {
    return failure(request, ERRORS.unavailable);
  }
}
var KEPT = 86400;
var FRESH_UNTIL = "X-Fresh-Until";
var KEPT_CACHING = "X-Kept-Cache-Control";
async function shared(request, platform) {
  const kept = await platform.kept?.match(request.url).catch(() => void 0);
  if (kept && Number(kept.headers.get(FRESH_UNTIL)) > Date.now()) return conditional(request, restored(kept));
  const response = await whole(request, platform);
  if (response === void 0 || response.status >= 500)
    return kept ? conditional(request, restored(kept)) : response ?? failure(request, ERRORS.unavailable);
  return conditional(request, keep(response, request.url, platform));
}
async function whole({ url, headers: sent }, platform) {
  const headers = new Headers(sent);
  for (const name of ["If-None-Match", "If-Modified-Since", "If-Range", "Range"]) headers.delete(name);
  headers.set("Accept-Encoding", "identity");
  try {
    return await platform.gateway(new Request(url, { headers }));
  } catch {
    return void 0;
  }
}
function keep(response, url, { kept, waitUntil }) {
  const caching = response.headers.get("Cache-Control") ?? "";
  const age = /^public, max-age=(\d+)/.exec(caching)?.[1];
  if (!kept || response.status !== 200 || age === void 0) return response;
  const copy = new Response(response.clone().body, response);
  copy.headers.set(FRESH_UNTIL, String(Date.now() + Number(age) * 1e3));
  copy.headers.set(KEPT_CACHING, caching);
  copy.headers.set("Cache-Control", `public, max-age=${KEPT}`);
  copy.headers.delete("Vary");
  waitUntil(kept.put(url, copy).catch(() => void 0));
  return response;
}
function restored(kept) {
  const response = new Response(kept.body, kept);
  response.headers.set("Cache-Control", kept.headers.get(KEPT_CACHING));
  response.headers.set("Vary", HEADERS["Vary"]);
  for (const name of [FRESH_UNTIL, KEPT_CACHING]) response.headers.delete(name);
  return response;
}

// generator/hosting/edge/answer.ts
var KEY = new RegExp(KEY_IN_QUERY);
async function answer(request, platform) {
  const { pathname: path, search } = new URL(request.url);
  const query = search.slice(1);
  if (isDirect(request, path, query)) return direct(request, platform);
  if (request.method === "OPTIONS") return preflight(path);
  if (path.replace(WELL_KNOWN, "/").includes("/.")) return failure(request, ERRORS.notFound);
  const route = routed(path, query);
  if (route === "none") return shared(request, platform);
  if (route?.gone !== void 0) {
    const key = detailKeyOf(route.file);
    if (!key) return shared(request, platform);
    return orMissing(request, await earthquakeAnswer(platform, key), ERRORS.unknownEarthquake);
  }
  const file = route?.file ?? fileOf(path);
  const found = file === void 0 ? void 0 : await fileAnswer(platform, file);
  if (found || file !== void 0 && isComplete(file)) return orMissing(request, found);
  const page = await pageAnswer(platform, path);
  if (page) return conditional(request, page);
  return shared(request, platform);
}
function isDirect({ method, headers }, path, query) {
  if (GATEWAY_ONLY.some((one) => path === one || path.startsWith(`${one}/`))) return true;
  if (method === "OPTIONS") return false;
  const hasKey = (headers.get("Authorization") ?? "") !== "" || KEY.test(query);
  return hasKey || !["GET", "HEAD"].includes(method) || STREAMS.includes(path);
}
function preflight(path) {
  const methods = BODY_QUERIES.includes(path) ? QUERY_METHODS : METHODS;
  const headers = { ...HEADERS, ...PREFLIGHT, Allow: methods, "Access-Control-Allow-Methods": methods };
  return new Response(null, { status: 204, headers });
}
var orMissing = (request, found, error = ERRORS.notFound) => found ? conditional(request, found) : failure(request, error);
function fileOf(path) {
  try {
    const file = decodeURIComponent(path.slice(1));
    return file === "" || file.endsWith("/") ? `${file}index.html` : file;
  } catch {
    return void 0;
  }
}

// generator/hosting/edge/netlify.ts
var OWN_REQUEST = "X-Static-File";
var netlify_default = async (request, context) => {
  if (request.headers.has(OWN_REQUEST)) return void 0;
  return answer(request, {
    async file(path) {
      const response = await fetch(new URL(`/${path}`, request.url), { headers: { [OWN_REQUEST]: "1" } });
      return response.status === 200 ? response : void 0;
    },
    gateway(asked) {
      const { pathname, search } = new URL(asked.url);
      const address = globalThis.Netlify.env.get("GATEWAY_URL") ?? "";
      const forwarded = new Request(`${address}${pathname}${search}`, asked);
      forwarded.headers.set("X-Forwarded-For", context.ip);
      return fetch(forwarded, { redirect: "manual" });
    },
    waitUntil: (work) => context.waitUntil?.(work)
  });
};
var config = { path: "/*" };
export {
  config,
  netlify_default as default
};
