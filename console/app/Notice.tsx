/** A page with one message and one action, for when the code of the console cannot be used or has not been loaded. */
import type { ReactNode } from 'react';
import { Glyph } from '../ui/layout/glyphs.tsx';

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly label: string;
  readonly act: () => void;
}

export function Notice({ title, children, label, act }: NoticeProps) {
  return (
    <main className="plain notice">
      <Glyph name="alert" />
      <h1>{title}</h1>
      <p>{children}</p>
      <button type="button" className="main-action" onClick={act}>
        {label}
      </button>
    </main>
  );
}
