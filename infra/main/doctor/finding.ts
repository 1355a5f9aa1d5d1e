/** Findings about an installation: of the doctor, and of running processes for the page System. */
import type { SystemProblemAnswer } from '../../../query-service/contract/answers/system.ts';

/** `note` is information; a `warning` should be looked at; an `error` prevents something from working. */
export type Level = 'ok' | 'note' | 'warning' | 'error';

/** A problem, a note, or what is well. */
export interface Finding extends Omit<SystemProblemAnswer, 'level'> {
  readonly level: Level;
}

/** Whether a finding is a problem: neither a note nor well. */
export function isProblem(finding: Finding): finding is SystemProblemAnswer {
  return finding.level === 'warning' || finding.level === 'error';
}

/** A check of one area. It never rejects: its own failure is a finding. */
export type Check = () => Promise<readonly Finding[]>;

/** Makes findings of an area. */
export function findingsOf(area: string) {
  const make =
    <L extends Level>(level: L) =>
    (message: string, advice: string | null) => ({ area, level, message, advice });
  return {
    ok: (message: string) => make('ok')(message, null),
    note: make('note'),
    warning: make('warning'),
    error: make('error'),
  };
}

/** Runs the checks one after another, each within a time limit in milliseconds. */
export async function runChecks(checks: Readonly<Record<string, Check>>, limitMs: number): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [area, check] of Object.entries(checks)) {
    const { error } = findingsOf(area);
    const late = Promise.withResolvers<readonly Finding[]>();
    const timer = setTimeout(
      () => late.resolve([error(`This check took more than ${limitMs / 1_000} seconds.`, 'Run npm run doctor again.')]),
      limitMs,
    );
    const failed = (cause: unknown) => [
      error(
        `This check failed: ${cause instanceof Error ? cause.message : cause}.`,
        'Look for the cause, and run npm run doctor again.',
      ),
    ];
    found.push(...(await Promise.race([check().catch(failed), late.promise])));
    clearTimeout(timer);
  }
  return found;
}

/** The exit code: 0 without problems, 1 with a warning, 2 with an error. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'error')) return 2;
  return findings.some(({ level }) => level === 'warning') ? 1 : 0;
}

const MARKS: Readonly<Record<Level, string>> = { ok: 'ok     ', note: 'note   ', warning: 'WARNING', error: 'ERROR  ' };

/** One finding per line, with its advice below. */
export function formatFindings(findings: readonly Finding[]): string {
  const widest = Math.max(...findings.map(({ area }) => area.length));
  const lines = findings.flatMap(({ area, level, message, advice }) => {
    const indent = ' '.repeat(MARKS[level].length + widest + 4);
    const text = message.replaceAll('\n', `\n${indent}`);
    return [`${MARKS[level]}  ${area.padEnd(widest)}  ${text}`, ...(advice === null ? [] : [`${indent}→ ${advice}`])];
  });
  const count = (level: Level) => findings.filter((each) => each.level === level).length;
  return [...lines, `${count('error')} errors, ${count('warning')} warnings`].join('\n');
}
