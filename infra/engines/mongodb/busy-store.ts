import { busyIfUnanswered } from './database.ts';

/** The same store, whose calls throw a BusyError if MongoDB did not answer. All its methods are asynchronous. */
export function busyWhenUnanswered<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: readonly unknown[]) => busyIfUnanswered(async () => Reflect.apply(method, target, args));
    },
  });
}
