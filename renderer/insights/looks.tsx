import styles from './insights.module.css';

/** How a series looks: each has a pattern or a stroke of its own, so that nothing is told by colour alone. */
export type Look = 'straight' | 'looked' | 'failed' | 'median' | 'p90' | 'rate';

/** What a bar of a look is filled with; `Patterns` must be in the same drawing. */
export function fillOf(look: 'straight' | 'looked' | 'failed'): string {
  return `url(#insights-${look})`;
}

/** The fills: plain, striped, dotted. They are defined once in the page, and every drawing uses them. */
export function Patterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <defs>
        <pattern id="insights-straight" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill="var(--accent)" />
        </pattern>
        <pattern id="insights-looked" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--warn-soft)" />
          <rect width="3" height="6" fill="var(--warn)" />
        </pattern>
        <pattern id="insights-failed" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--bad-soft)" />
          <circle cx="1.5" cy="1.5" r="1.4" fill="var(--bad)" />
          <circle cx="4.5" cy="4.5" r="1.4" fill="var(--bad)" />
        </pattern>
      </defs>
    </svg>
  );
}

export function Swatch({ look }: { readonly look: Look }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 20 12" aria-hidden="true">
      {look === 'straight' || look === 'looked' || look === 'failed' ? (
        <rect x="0.5" y="0.5" width="19" height="11" rx="1.5" fill={fillOf(look)} stroke={strokeOf(look)} />
      ) : (
        <>
          <path d="M0 6H20" stroke={strokeOf(look)} strokeWidth="2" strokeDasharray={dashOf(look)} />
          {look !== 'p90' && <circle cx="10" cy="6" r="3" fill={strokeOf(look)} />}
        </>
      )}
    </svg>
  );
}

export function strokeOf(look: Look): string {
  switch (look) {
    case 'looked':
    case 'p90':
      return 'var(--warn)';
    case 'failed':
      return 'var(--bad)';
    default:
      return 'var(--accent)';
  }
}

/** The dashes of a line; undefined: it is drawn through. */
export function dashOf(look: Look): string | undefined {
  return look === 'p90' ? '5 4' : undefined;
}
