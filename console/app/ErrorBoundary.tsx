/** Around everything: what fails outside every screen leaves words and a way on, never an empty page. */
import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
