/**
 * The port between the server that orders checks and the checkers. Delivery is at least once, and the queue may lose
 * everything: orders are announced again until their report arrives, and a repeated report changes nothing.
 */
export interface CheckQueue<Order extends { readonly checkId: string }, Report extends { readonly checkId: string }> {
  /** Hands orders to the checkers; of several orders with one id the newest counts. Resolves when there is room for more, or on abort. */
  announce(orders: readonly Order[], signal: AbortSignal): Promise<void>;
  /** Batches of orders for one checker, until aborted. */
  orders(signal: AbortSignal): AsyncIterable<readonly Order[]>;
  /**
   * Whether another checker gets an order that `orders` gave, because its host has moved there. This checker then drops
   * the order and does not report it. The answer can change until the work begins.
   */
  isLost(order: Order): boolean;
  /**
   * Sends a report and resolves when it was taken.
   * @throws Error if it was not taken, or if that is unknown: send it again later.
   */
  report(report: Report): Promise<void>;
  /** Gives each report to `take`, several at a time, until aborted. A report for which `take` fails may come again. */
  reports(take: (report: Report) => Promise<void>, signal: AbortSignal): Promise<void>;
}
