/** Hashes passwords with argon2id (RFC 9106), a few at a time: each costs memory and CPU time on purpose. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher } from '../ports/process/password-hasher.ts';
import { BusyError } from '../ports/storage/errors.ts';

/** One of the choices of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

interface PasswordOptions {
  /** Concurrent computations. Default 2, which leaves threads of the pool for files and compression. */
  readonly atOnce?: number;
  /** Computations that may wait before others are refused. Default 32. */
  readonly waiting?: number;
}

const derive = promisify(argon2);

/** Hashes have the form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: the cost can rise, and old hashes stay valid. */
export function createPasswordHasher({ atOnce = 2, waiting = 32 }: PasswordOptions = {}): PasswordHasher {
  const turns = new Semaphore(atOnce, waiting);
  const tag = (password: string, nonce: Uint8Array, tagLength: number, cost: typeof COST) =>
    turns.take(() => derive('argon2id', { message: Buffer.from(password), nonce, tagLength, ...cost }));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return encode(salt, await tag(password, salt, TAG_BYTES, COST));
    },
    async verify(password, hash) {
      const { cost, salt, expected } = hash === null ? unmatchableHash() : decode(hash);
      const right = timingSafeEqual(await tag(password, salt, expected.length, cost), expected);
      return right && hash !== null;
    },
  };
}

interface DecodedHash {
  readonly cost: typeof COST;
  readonly salt: Uint8Array;
  readonly expected: Uint8Array;
}

function unmatchableHash(): DecodedHash {
  return { cost: COST, salt: randomBytes(SALT_BYTES), expected: randomBytes(TAG_BYTES) };
}

function encode(salt: Uint8Array, tag: Uint8Array): string {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}

function decode(hash: string): DecodedHash {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new TypeError('a stored password hash has an unknown format');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(tag, 'base64'),
  };
}

/** Limits concurrent work and the queue for it, first come first served. */
class Semaphore {
  #free: number;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];

  constructor(atOnce: number, waiting: number) {
    this.#free = atOnce;
    this.#waiting = waiting;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      // Passes the slot on, so that a new caller does not overtake the queue.
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#queue.length >= this.#waiting) {
      throw new BusyError('Too many passwords are being checked at the moment. Please try again in a few seconds.');
    }
    return new Promise((resolve) => void this.#queue.push(resolve));
  }
}
