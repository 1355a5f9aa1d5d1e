/**
 * A boundary for a dialog or menu whose code is loaded on demand. When it cannot be loaded or rendered, a toast says
 * so, the dialog is closed, and the page stays.
 */
import { Component, type ReactNode, Suspense } from 'react';
import { OVERLAYS } from '../../platform/address/overlays.ts';
import { useSearchState } from '../../platform/address/search-params.ts';
import { messages as common } from '../messages.ts';
import { notify } from '../toasts/toast-store.ts';

interface LazyBoundaryProps {
  readonly children: ReactNode;
  /** What is open, if the address does not say it. */
  readonly opened?: { readonly now: boolean; readonly onError: () => void };
}

export function LazyBoundary({ children, opened }: LazyBoundaryProps) {
  const { params, put } = useSearchState();
  const onError =
    opened?.onError ?? (() => put(Object.fromEntries(OVERLAYS.map((name) => [name, null])), { replace: true }));
  const now = opened === undefined ? JSON.stringify(OVERLAYS.map((name) => params.get(name))) : String(opened.now);
  return (
    <Guarded opened={now} onError={onError}>
      <Suspense fallback={null}>{children}</Suspense>
    </Guarded>
  );
}

interface GuardedProps {
  readonly children: ReactNode;
  /** A new value resets the boundary. */
  readonly opened: string;
  readonly onError: () => void;
}

interface GuardedState {
  readonly failed: boolean;
  readonly opened: string;
}

class Guarded extends Component<GuardedProps, GuardedState> {
  override state: GuardedState = { failed: false, opened: this.props.opened };

  static getDerivedStateFromError(): Partial<GuardedState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ opened }: GuardedProps, state: GuardedState): GuardedState | null {
    return opened === state.opened ? null : { failed: false, opened };
  }

  override componentDidCatch(): void {
    notify(common.broken, {
      lines: [common.partBroken],
      severity: 'destructive',
      action: { label: common.reload, run: () => window.location.reload() },
    });
    this.props.onError();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
