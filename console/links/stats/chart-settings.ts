/** Settings of charts: the same on all pages, saved in this browser. */
import { useStore } from '../../platform/store/create-store.ts';
import { createPersistedStore, parseObject } from '../../platform/store/persisted-store.ts';
import { RANGES } from './messages.ts';

export type Days = (typeof RANGES)[number]['days'];

interface ChartSettings {
  /** Collapsed, a chart is only its title. */
  readonly open: boolean;
  readonly days: Days;
  readonly asTable: boolean;
}

export const DEFAULT_SETTINGS: ChartSettings = { open: false, days: 30, asTable: false };

/** The saved settings; defaults for missing or invalid ones. Pure. */
export function parseChartSettings(text: string | null): ChartSettings {
  const { open, days, asTable } = parseObject(text);
  return {
    open: typeof open === 'boolean' ? open : DEFAULT_SETTINGS.open,
    days: RANGES.find((range) => range.days === days)?.days ?? DEFAULT_SETTINGS.days,
    asTable: typeof asTable === 'boolean' ? asTable : DEFAULT_SETTINGS.asTable,
  };
}

const settings = createPersistedStore<ChartSettings>({
  key: 'charts',
  parse: parseChartSettings,
  serialize: JSON.stringify,
});

export function useChartSettings(): ChartSettings {
  return useStore(settings);
}

export function setChartSettings(change: Partial<ChartSettings>): void {
  settings.set({ ...settings.get(), ...change });
}
