/** Catches errors outside every page and shows the error screen instead of an empty page. */
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
