/**
 * Keeps the frame when a page cannot be loaded or rendered. The page is reloaded by a button, and when the connection
 * is back, because browsers remember a failed import until a reload. Other pages can still be opened.
 */
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { AlertIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { pageTitle } from '../../ui/text/page-title.ts';
import { messages } from './messages.ts';

/** Time in ms after a reconnection in which a failure still counts as caused by the lost connection. */
const JUST_NOW_MS = 5_000;

interface PageBoundaryProps {
  /** Names the page. A new page resets the boundary. */
  readonly page: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly failed: boolean;
  readonly page: string;
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failed: false, page: this.props.page };

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ page }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null {
    return page === state.page ? null : { failed: false, page };
  }

  #onlineAt = Number.NEGATIVE_INFINITY;

  readonly #retry = (): void => {
    if (this.state.failed) window.location.reload();
  };

  readonly #online = (): void => {
    this.#onlineAt = performance.now();
    this.#retry();
  };

  override componentDidMount(): void {
    window.addEventListener('online', this.#online);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#online);
  }

  override componentDidCatch(): void {
    if (performance.now() - this.#onlineAt < JUST_NOW_MS) window.location.reload();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <title>{pageTitle(messages.pageFailed)}</title>
        <EmptyState
          level="h1"
          icon={<AlertIcon />}
          title={messages.pageFailed}
          action={
            <Button variant="contained" color="primary" onClick={this.#retry}>
              {common.retry}
            </Button>
          }
        >
          {messages.pageFailedHint}
        </EmptyState>
      </>
    );
  }
}
