/** The answers of a process that starts: it is alive, it is not ready, and its progress. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { ReadyAnswer } from '../../../query-service/contract/answers/command-results.ts';
import { escapeHtml } from '../../http/request/escape-html.ts';

/** The progress of the start. */
export class StartProgress {
  readonly #positions = new Map<string, number>();
  #goal: number | null = null;

  /** Views are filled up to this position. Only if positions count events. */
  fillsUpTo(head: number): void {
    this.#goal = head;
  }

  /** A view has read the log up to this position. */
  reached(view: string, position: number): void {
    this.#positions.set(view, position);
  }

  views(): ReadyAnswer['views'] {
    return [...this.#positions].map(([view, position]) => ({ view, position, state: 'filling' }));
  }

  /** The present step and its progress, for people. */
  describe(): string {
    const slowest = Math.min(...this.#positions.values());
    if (!Number.isFinite(slowest)) return 'Linkledger is starting.';
    const share = this.#goal === null || this.#goal === 0 ? '' : `, ${Math.floor((slowest / this.#goal) * 100)} % done`;
    return `Linkledger is starting. It fills its lists from the log${share}.`;
  }
}

interface StartingProcess {
  readonly roles: readonly string[];
  readonly progress: Pick<StartProgress, 'views' | 'describe'>;
  readonly clock: () => ReadyAnswer['clock'];
}

/** Seconds after which a program or a browser asks again. */
const RETRY_SECONDS = 5;

/** 200 for `/api/health`; 503 with the progress for everything else, as a page if a browser requests one. */
export function answerWhileStarting({ roles, progress, clock }: StartingProcess): RequestListener {
  return (request, response) => {
    // A body is not read: the connection ends with the answer.
    response.shouldKeepAlive = request.method === 'GET' || request.method === 'HEAD';
    const path = (request.url ?? '').split('?', 1)[0]?.toLowerCase().replace(/\/$/, '');
    if (path === '/api/health') return send(response, 200, 'application/json', JSON.stringify({ status: 'ok' }));
    if (path === '/api/ready') {
      const missing = [progress.describe()];
      const answer: ReadyAnswer = { ready: false, missing, roles, silent: [], views: progress.views(), clock: clock() };
      return send(response, 503, 'application/json', JSON.stringify(answer));
    }
    const message = `${progress.describe()} Please try again in a moment.`;
    if (path?.startsWith('/api/') !== true && request.headers.accept?.includes('text/html') === true) {
      return send(response, 503, 'text/html; charset=utf-8', page(progress.describe()));
    }
    return send(response, 503, 'application/json', JSON.stringify({ code: 'starting', message }));
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 503 && { 'Retry-After': String(RETRY_SECONDS) }),
  });
  response.end(body);
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;' +
  'margin:0;padding:24px;text-align:center}h1{font-size:20px;margin:0 0 8px}p{margin:0;opacity:.75}';

/** Loads itself again until the console answers. */
function page(progress: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Linkledger is starting</title>
<style>${STYLE}</style>
</head>
<body><main><h1>One moment, please</h1><p role="status">${escapeHtml(progress)}</p>
<p>This page loads again by itself.</p></main></body>
</html>
`;
}
