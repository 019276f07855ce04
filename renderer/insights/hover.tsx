import styles from './insights.module.css';

interface HoverProps {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** What a pointer reads off a plot; the table says the same. */
export function Hover({ title, lines }: HoverProps) {
  return (
    <div className={styles.hover}>
      <strong>{title}</strong>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
