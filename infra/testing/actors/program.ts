/** An API client with a token, for tests. */
import { type Answer, Visitor } from './visitor.ts';

/** A person as a program: with an API token and no cookie. */
export class Program extends Visitor {
  readonly #authorization: string;

  constructor(url: string, token: string) {
    super(url);
    this.#authorization = `Bearer ${token}`;
  }

  override get<T>(path: string, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return super.get<T>(path, { Authorization: this.#authorization, ...headers });
  }

  override stream(path: string) {
    return super.stream(path, { Authorization: this.#authorization });
  }

  override send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.send<T>(method, path, body, { Authorization: this.#authorization, ...headers });
  }
}
