/** Leaves out its children, which change something, while a past day is shown. */
import type { ReactNode } from 'react';
import { usePast } from '../platform/address/as-of.ts';

export function OnlyToday({ children }: { children: ReactNode }) {
  return usePast() ? null : children;
}
