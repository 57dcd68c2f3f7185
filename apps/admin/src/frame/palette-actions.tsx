import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useQueueNames } from '../api/queues.js';
import { writePart } from '../filter/filter-text.js';
import { useLive } from '../live/live-context.js';
import { chooseZone, nameOfZone, useZone } from '../time/zone.js';
import { openKeyHelp } from './key-help.js';
import { places } from './places.js';

const taskIdPattern = /^[1-9][0-9]{0,18}$/;
const shownQueues = 5;

/** What a text may name: a task, a queue, a thread, a type. */
export const useSearchActions = (text: string): SpotlightActionGroupData[] => {
  const navigate = useNavigate();
  const queues = useQueueNames();
  if (text === '') return [];
  const actions: SpotlightActionData[] = [];
  const add = (label: string, onClick: () => void) => actions.push({ id: label, label, onClick });
  if (taskIdPattern.test(text)) {
    add(`Task ${text}`, () => void navigate({ to: '/tasks/$taskId', params: { taskId: text } }));
  }
  const named = queues.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  for (const name of named.slice(0, shownQueues)) {
    add(`Queue ${name}`, () => void navigate({ to: '/queues/$queue', params: { queue: name } }));
  }
  add(`Thread ${text}`, () => void navigate({ to: '/threads/line', search: { threadId: text } }));
  add(
    `Tasks of thread ${text}`,
    () => void navigate({ to: '/tasks', search: { q: writePart({ key: 'thread', value: text }) } }),
  );
  add(`Threads that begin with ${text}`, () => void navigate({ to: '/threads', search: { prefix: text } }));
  return [{ group: 'Go to', actions }];
};

/** What can be done from anywhere. */
export const useCommandActions = (): SpotlightActionGroupData[] => {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { state, pause, resume } = useLive();
  const otherZone = useZone() === 'utc' ? 'local' : 'utc';
  const pages = places.map(({ to, label, icon: Icon }) => ({
    id: to,
    label,
    leftSection: <Icon size={16} stroke={1.5} />,
    onClick: () => void navigate({ to }),
  }));
  const command = (label: string, onClick: () => void): SpotlightActionData => ({
    id: label,
    label,
    onClick,
  });
  return [
    { group: 'Pages', actions: pages },
    {
      group: 'Commands',
      actions: [
        command('Create a queue', () => void navigate({ to: '/queues', search: { create: 'yes' } })),
        command(
          'Create an operator',
          () => void navigate({ to: '/settings', search: { part: 'operators', create: 'yes' } }),
        ),
        command(
          'Create an API key',
          () => void navigate({ to: '/settings', search: { part: 'keys', create: 'yes' } }),
        ),
        state === 'paused' ? command('Resume the refreshes', resume) : command('Pause the refreshes', pause),
        command(`Show times in ${nameOfZone(otherZone)}`, () => chooseZone(otherZone)),
        command('Light colours', () => setColorScheme('light')),
        command('Dark colours', () => setColorScheme('dark')),
        command('Colours of the system', () => setColorScheme('auto')),
        command('Show the keys', openKeyHelp),
      ],
    },
  ];
};
