import { SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { useSession, useSignOut } from '../api/session.js';
import { PopoverAction, PopoverList } from '../components/popover-list.js';
import { tellFailure } from '../components/toasts.js';
import { chooseZone, nameOfZone, useZone } from '../time/zone.js';
import { openKeyHelp } from './key-help.js';

const zone = z.enum(['utc', 'local']);
const scheme = z.enum(['auto', 'light', 'dark']);

const ZoneSwitch = () => (
  <div className="menu-row">
    <span id="zone-label">Times in</span>
    <SegmentedControl
      size="xs"
      aria-labelledby="zone-label"
      value={useZone()}
      onChange={(value) => chooseZone(zone.parse(value))}
      data={zone.options.map((value) => ({ value, label: nameOfZone(value) }))}
    />
  </div>
);

const SchemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className="menu-row">
      <span id="scheme-label">Colours</span>
      <SegmentedControl
        size="xs"
        aria-labelledby="scheme-label"
        value={colorScheme}
        onChange={(value) => setColorScheme(scheme.parse(value))}
        data={[
          { value: 'auto', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </div>
  );
};

/** Who is signed in, how the screen looks, and the way out. */
export const AccountMenu = () => {
  const { data: session } = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const leave = () =>
    signOut.act(session?.source, {
      onSuccess: (address) => {
        if (address === null) void navigate({ to: '/sign-in' });
        else globalThis.location.assign(address);
      },
      tellFailure: (error) => tellFailure('You are still signed in', error),
    });
  return (
    <PopoverList
      renderButton={(onToggle) => (
        <UnstyledButton className="account" onClick={onToggle}>
          <bdi className="account-name">{session?.username}</bdi>
          <span className="for-readers">Account and display</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      )}
      renderList={(onClose) => (
        <>
          <p className="popover-label">Signed in as {session?.role}</p>
          <ZoneSwitch />
          <SchemeSwitch />
          <hr className="popover-line" />
          <PopoverAction
            icon={<IconKeyboard size={14} aria-hidden />}
            onAct={() => {
              onClose();
              openKeyHelp();
            }}
          >
            Keys
          </PopoverAction>
          <PopoverAction icon={<IconLogout size={14} aria-hidden />} onAct={leave}>
            Sign out
          </PopoverAction>
        </>
      )}
    />
  );
};
