import {
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconLineDashed,
  IconOctagon,
  IconRotateClockwise,
  IconServer2,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react';

/** Where the navigation leads, in its order; `g` and the key lead there too. */
export const places = [
  { to: '/', label: 'Overview', key: 'o', icon: IconLayoutDashboard },
  { to: '/queues', label: 'Queues', key: 'q', icon: IconStack2 },
  { to: '/tasks', label: 'Tasks', key: 't', icon: IconListDetails },
  { to: '/threads', label: 'Threads', key: 'h', icon: IconLineDashed },
  { to: '/dlq', label: 'Dead tasks', key: 'd', icon: IconOctagon },
  { to: '/operations', label: 'Operations', key: 'p', icon: IconRotateClockwise },
  { to: '/workers', label: 'Workers', key: 'w', icon: IconServer2 },
  { to: '/audit', label: 'Audit', key: 'a', icon: IconHistory },
  { to: '/settings', label: 'Settings', key: 's', icon: IconSettings },
] as const;
