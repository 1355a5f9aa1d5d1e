/** The product's logo. */
export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={24} height={24} fill="var(--accent)">
      <rect width="32" height="32" rx="8" />
      <path
        d="M11 8v16h10"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="20.5" cy="12.5" r="3" fill="var(--on-accent)" />
    </svg>
  );
}
