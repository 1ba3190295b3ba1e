# One image for the gateway, the watcher and the operator's commands. Node 26 itself comes with `npm ci`.
FROM node:22-bookworm-slim AS base
# Node 26 needs libatomic.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/hiposantr

FROM base AS install
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM base
COPY --from=install /opt/hiposantr/node_modules ./node_modules
COPY package.json LICENSE ./
COPY scripts/node ./scripts/node
COPY data ./data
COPY bin ./bin
COPY generator ./generator
COPY gateway ./gateway
COPY docs/hosting ./docs/hosting
# Ends the build with one sentence where something is missing.
RUN scripts/node gateway/main.ts --help > /dev/null
# Volumes that are mounted here begin with this owner.
RUN useradd --uid 10001 --home-dir /var/lib/hiposantr --create-home hiposantr \
  && mkdir -p /var/lib/hiposantr/data /var/lib/hiposantr/dist /var/backups/hiposantr \
  && chown -R hiposantr:hiposantr /var/lib/hiposantr /var/backups/hiposantr
USER hiposantr
ENV NODE_ENV=production \
  DATA_DIR=/var/lib/hiposantr/data \
  DIST_DIR=/var/lib/hiposantr/dist \
  PORT=8787
EXPOSE 8787
STOPSIGNAL SIGTERM
CMD ["scripts/node", "gateway/main.ts"]
