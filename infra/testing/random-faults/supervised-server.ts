/** A server that is started again whenever it ends, as systemd does, and that tells how it ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { type AppProcess, ProcessExitError, startProcess } from '../apps/server-process.ts';
import { waitUntil } from '../wait-until.ts';

/** Milliseconds until it is started again. */
const RESTART_MS = 200;
/** Characters of a log that a sentence shows. */
const SHOWN = 1_500;

export class SupervisedServer {
  /** Sentences about ends that no signal caused, starts that failed without a reason, and stops that went wrong. */
  readonly wrong: string[] = [];
  /** Process ids it has had. */
  readonly pids: number[] = [];
  readonly #settings: Readonly<Record<string, string>>;
  readonly #logs: string[] = [];
  /** What the operator must be told if it does not start now; null: it must start. */
  startFailure: RegExp | null = null;
  #current: AppProcess | null = null;
  #isExpected = false;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  /** @param settings with the fixed PORT. */
  constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  get url(): string {
    return `http://localhost:${this.#settings.PORT}`;
  }

  /** The id of the present process, also while it starts. */
  get pid(): number {
    return this.pids.at(-1) ?? 0;
  }

  /** All that was logged. */
  logged(): string {
    return [...this.#logs, this.#current?.logged() ?? ''].join('');
  }

  async start(): Promise<void> {
    this.#running = this.#keepRunning();
    await this.ready();
  }

  /** Waits until it answers that it is ready; resolves to the milliseconds that took. */
  async ready(): Promise<number> {
    const begin = performance.now();
    await waitUntil(async () => {
      const answer = await fetch(`${this.url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      await answer?.body?.cancel();
      return answer?.ok;
    });
    return performance.now() - begin;
  }

  /** Kills the present process, in whatever state it is. */
  kill(): void {
    this.#isExpected = true;
    this.signal('SIGKILL');
  }

  /** Asks the present process to stop, and resolves when it has. */
  async terminate(): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    this.#isExpected = true;
    const code = await current.end('SIGTERM');
    if (code !== 0) this.wrong.push(`after SIGTERM it ended with ${code}: ${current.logged().slice(-SHOWN)}`);
  }

  /** A process that ended a moment ago gets no signal. */
  signal(name: NodeJS.Signals): void {
    try {
      process.kill(this.pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.terminate();
    await this.#running;
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isOver) {
      this.#isExpected = false;
      try {
        const app = await startProcess(this.#settings, (pid) => void this.pids.push(pid));
        this.#current = app;
        const code = await app.ended;
        this.#current = null;
        this.#logs.push(app.logged());
        if (!this.#isExpected) this.wrong.push(`it ended with ${code}: ${app.logged().slice(-SHOWN)}`);
      } catch (error) {
        if (!(error instanceof ProcessExitError)) throw error;
        this.#logs.push(error.stderr);
        const isTold = error.stderr
          .trim()
          .split('\n')
          .some((line) => this.startFailure?.test(line));
        if (!this.#isExpected && !isTold) this.wrong.push(`it did not start: ${error.stderr.slice(-SHOWN)}`);
      }
      if (!this.#isOver) await pause(RESTART_MS);
    }
  }
}
