/** How many tabs a machine can have open at once. */
import { availableParallelism } from 'node:os';

/** A tab mostly waits for its page, so a core serves many. */
const TABS_PER_CORE = 12;
/** The megabytes of an average page's tab, and the part of the available memory that tabs may use. */
const TAB_MB = 200;
const MEMORY_SHARE = 0.5;
const MOST = 32;

/** The number of tabs: at least 1, at most 32. */
export function tabCount(cores: number, availableMb: number): number {
  const byMemory = Math.floor((availableMb * MEMORY_SHARE) / TAB_MB);
  return Math.max(1, Math.min(Math.floor(cores) * TABS_PER_CORE, byMemory, MOST));
}

/** The number of tabs for this machine, within the limits of its container. */
export function tabsOfThisMachine(): number {
  return tabCount(availableParallelism(), process.availableMemory() / 1_048_576);
}
