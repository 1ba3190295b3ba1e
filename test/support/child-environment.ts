/** The environment of child processes: paths, no setting of the machine; no pictures, which cost a second. */
export const CHILD_ENVIRONMENT: Record<string, string> = {
  PREVIEW_PICTURES: '0',
  ...Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  ),
};
