import { useContext } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { KeyBindingsContext, type KeyGroup, KeyHint } from '../components/key-bindings.tsx';
import { Switch } from '../components/switch.tsx';
import { useWords } from '../words/words.tsx';
import styles from './shortcuts-dialog.module.css';

/** Every keyboard shortcut of the current screen. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('status');
  const { groups, single, setSingle } = useContext(KeyBindingsContext);
  return (
    <Dialog title={words('keysTitle')} onClose={onClose}>
      <div className="stack gap-5">
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
        <Switch label={words('keys.single')} hint={words('keys.singleHint')} checked={single} onChange={setSingle} />
      </div>
    </Dialog>
  );
}

function Group({ group }: { readonly group: KeyGroup }) {
  const words = useWords('status.keys');
  return (
    <section>
      <h3>{group.title}</h3>
      <dl className={styles.list}>
        {byLabel(group).map(({ label, keys }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd className={styles.keys}>
              {keys.map((key, position) => (
                <span key={key} className={styles.keys}>
                  {position > 0 && <span className="hint">{words('or')}</span>}
                  <KeyHint>{key}</KeyHint>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Puts keys that do the same on one line. */
function byLabel({ bindings }: KeyGroup): { readonly label: string; readonly keys: readonly string[] }[] {
  const lines = new Map<string, string[]>();
  for (const { key, label } of bindings) lines.set(label, [...(lines.get(label) ?? []), key]);
  return [...lines].map(([label, keys]) => ({ label, keys }));
}
