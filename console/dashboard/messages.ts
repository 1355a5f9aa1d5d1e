/** Texts of the dashboard and of links that expire soon. */
export const messages = {
  title: 'Expiring Soon',
  note: 'Links that expire within 30 days, the next one first.',
  none: 'Nothing expires soon',
  noneHint:
    'No link expires within the next 30 days. A link expires when its duration has passed since its live date; a permanent link never expires.',
  toDashboard: 'Go to Dashboard',
  dashboard: 'Dashboard',
} as const;
