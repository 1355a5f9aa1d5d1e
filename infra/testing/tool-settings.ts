const TOOL_SETTINGS = ['PATH', 'HOME', 'CHROME_PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const;

/** The environment for a Linkledger process of a test: where programs and temporary files are, and no setting of Linkledger. */
export function toolSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(TOOL_SETTINGS.map((name) => [name, process.env[name]]));
}
