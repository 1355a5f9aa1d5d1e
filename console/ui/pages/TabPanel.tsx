/** A row of tabs and the panel of the selected one. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, type Ref, useId } from 'react';

interface TabPanelProps<T extends string> {
  /** Names the row of tabs. */
  readonly label: string;
  /** Labels by tab, in their order. */
  readonly tabs: Readonly<Record<T, string>>;
  readonly selected: T;
  readonly onSelect: (tab: T) => void;
  /** Takes the focus when a script moves it. */
  readonly panelRef?: Ref<HTMLElement>;
  /** The panel's content. */
  readonly children: ReactNode;
}

export function TabPanel<T extends string>({ label, tabs, selected, onSelect, panelRef, children }: TabPanelProps<T>) {
  const id = useId();
  return (
    <>
      <Tabs
        value={selected}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        onChange={(_, tab: T) => onSelect(tab)}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {Object.entries<string>(tabs).map(([tab, name]) => (
          <Tab key={tab} value={tab} label={name} id={`${id}-${tab}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box
        ref={panelRef}
        role="tabpanel"
        id={`${id}-panel`}
        tabIndex={-1}
        aria-labelledby={`${id}-${selected}`}
        sx={{ outline: 'none !important' }}
      >
        {children}
      </Box>
    </>
  );
}
