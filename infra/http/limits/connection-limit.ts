/** How many connections a process accepts: open files are limited, and other work needs some of them. */

/** Used if the system names no limit. */
const DEFAULT_OPEN_FILES = 10_000;

/**
 * The most connections at once: 70 % of the files that the process may open. The files of the engine and the visits of the
 * checker need the rest.
 */
export const MAX_CONNECTIONS = Math.floor(openFilesLimit() * 0.7);

function openFilesLimit(): number {
  if (process.report === undefined) return DEFAULT_OPEN_FILES;
  // Without this setting, the report looks up the name of each connection.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : DEFAULT_OPEN_FILES;
}
