/** The origin of a request: its address for people, and its network for rate limits. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import type { RequestState } from './request-context.ts';

/** Normalizes an address: an IPv4 client of an IPv6 socket gets its IPv4 address. '' for an invalid one. */
export function normalizeAddress(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '';
}

/** Whether an address belongs to this machine (127.0.0.0/8, ::1). */
export function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}

/**
 * The network of an address: the IPv4 address itself, or the /64 of an IPv6 address, the least that a subscriber has
 * (RFC 6177). A /64 has 2^64 addresses, so a limit per IPv6 address would limit nothing.
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
 * the address of its own client, so the client is the `proxies`-th from the end. Anyone can forge the entries before it,
 * and without proxies the whole header.
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
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}
