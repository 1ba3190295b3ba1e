/** The environment of child processes: paths only, no setting of the machine. */
export const CHILD_ENVIRONMENT: Record<string, string> = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  }),
);
