/** Where a request comes from: its address as people read it, and the network that limits are counted by. */
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import type { RequestState } from './request-context.ts';

/** The address in its usual form: an IPv4 client of an IPv6 socket by its IPv4 address. '' for what is no address. */
export function normalizeAddress(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '';
}

/**
 * What counts as one network: an IPv4 address, or the /64 that one IPv6 subscriber has at least (RFC 6177). One who
 * holds a /64 holds 2^64 addresses, so a limit by address would be none.
 */
export function subnetOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return '';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const subnet = address.parts.slice(0, 4).concat(0, 0, 0, 0);
  return `${new ipaddr.IPv6(subnet).toString()}/64`;
}

/**
 * Middleware: sets `ctx.ip` to the client's address behind `proxies` reverse proxies. Each appends to X-Forwarded-For
 * the address it was asked from, so the client is the `proxies`-th from the end; what stands before that anyone can
 * write, and without proxies the whole header is hearsay.
 */
export function clientAddress(proxies: number): Middleware<RequestState> {
  return (ctx, next) => {
    const forwarded = proxies === 0 ? undefined : forwardedTo(ctx, proxies);
    if (forwarded !== undefined) ctx.request.ip = forwarded;
    return next();
  };
}

function forwardedTo(ctx: Context, proxies: number): string | undefined {
  const addresses = ctx.get('X-Forwarded-For').split(',');
  const address = addresses.at(-proxies)?.trim();
  return address !== undefined && ipaddr.isValid(address) ? address : undefined;
}
