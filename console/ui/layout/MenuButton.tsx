/** A button with a menu of actions. An action that the person may not take says why. */
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { disabledProps } from './disabled-props.ts';

export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly refusal?: string | null;
  /** A line stands above it. */
  readonly begins?: boolean;
  readonly run: () => void;
}

interface OpenerProps {
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

interface MenuButtonProps {
  /** The button; it takes these props. */
  readonly button: (props: OpenerProps) => ReactNode;
  /** Above the actions. */
  readonly header?: ReactNode;
  readonly actions: readonly MenuAction[];
}

export function MenuButton({ button, header, actions }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOpen = anchor !== null;
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget);
  return (
    <>
      {button({ 'aria-haspopup': 'menu', 'aria-expanded': isOpen, onClick: open })}
      <Menu open={isOpen} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {header}
        {actions.map(({ label, icon, refusal = null, begins = false, run }) => [
          begins && <Divider key={`${label} line`} sx={{ my: 0.5 }} />,
          <MenuItem
            key={label}
            {...disabledProps(refusal)}
            onClick={() => {
              if (refusal !== null) return;
              setAnchor(null);
              run();
            }}
          >
            {icon !== undefined && <ListItemIcon>{icon}</ListItemIcon>}
            <ListItemText primary={label} secondary={refusal} sx={{ maxWidth: 320, whiteSpace: 'normal' }} />
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}
