import { Modal } from '@mantine/core';
import { useKeyCommands, useKeyGroups, type KeyGroup } from '../keys/key-commands.js';
import { observable, useObservable } from '../observable.js';

const opened = observable(false);

/** Shows the keys. */
export const openKeyHelp = (): void => opened.set(true);

const Keys = ({ group }: { readonly group: KeyGroup }) => (
  <section className="key-group">
    <h3>{group.title}</h3>
    <dl>
      {group.commands().map(({ keys, does }) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const KeyGroups = () => {
  const groups = useKeyGroups();
  return (
    <div className="key-groups">
      {groups.map((group, index) => (
        <Keys key={`${group.title} ${index}`} group={group} />
      ))}
    </div>
  );
};

/** The keys that mean something on the page that is open. */
export const KeyHelp = () => {
  const isOpen = useObservable(opened);
  useKeyCommands('Help', [{ keys: '?', does: 'Show these keys', run: openKeyHelp }]);
  return (
    <Modal opened={isOpen} onClose={() => opened.set(false)} title="Keys" size="lg">
      {isOpen && <KeyGroups />}
    </Modal>
  );
};
