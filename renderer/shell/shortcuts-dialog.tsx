import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { areSingleKeysOn, type KeyGroup, KeyHint, shownKeys, turnSingleKeys } from '../components/key-bindings.tsx';
import { Switch } from '../components/switch.tsx';
import { useWords } from '../words/words.tsx';
import styles from './shortcuts-dialog.module.css';

/** Every keyboard shortcut of the current screen. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('status');
  const [isOn, setOn] = useState(areSingleKeysOn);
  const turn = (on: boolean): void => {
    turnSingleKeys(on);
    setOn(on);
  };
  return (
    <Dialog title={words('keysTitle')} onClose={onClose}>
      <div className="stack gap-5">
        {shownKeys().map((group) => (
          <Group key={group.title} group={group} />
        ))}
        <Switch label={words('keys.single')} hint={words('keys.singleHint')} checked={isOn} onChange={turn} />
      </div>
    </Dialog>
  );
}

function Group({ group }: { readonly group: KeyGroup }) {
  const words = useWords('status.keys');
  return (
    <section>
      <h3>{group.title}</h3>
      <dl>
        {/* Keys that do the same are on one line. */}
        {[...Map.groupBy(group.bindings, ({ label }) => label)].map(([label, bindings]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd className="row gap-2">
              {bindings.map(({ key }, position) => (
                <span key={key} className="row gap-2">
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
