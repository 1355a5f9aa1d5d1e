/** Around everything: what fails outside every screen leaves words and a way on, never an empty page. */
import { Component, type ReactNode } from 'react';
import { Broken } from './ErrorScreen.tsx';

export class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}
