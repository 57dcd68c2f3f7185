import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AccountMenu } from './account-menu.js';
import { LiveBadge } from './live-badge.js';
import { openPalette } from './palette-host.js';

interface TopBarProps {
  readonly isMenuOpen: boolean;
  readonly onToggleMenu: () => void;
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The bar at the top: the palette, how the data stands, and the account. */
export const TopBar = ({ isMenuOpen, onToggleMenu }: TopBarProps) => (
  <header className="app-header">
    <ActionIcon
      className="menu-button"
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
      aria-expanded={isMenuOpen}
      aria-controls="main-navigation"
      onClick={onToggleMenu}
    >
      {isMenuOpen ? <IconX size={18} /> : <IconMenu2 size={18} />}
    </ActionIcon>
    <Link to="/" className="wordmark">
      <img src="/icon.svg" alt="" width="20" height="20" />
      <span>Spool</span>
    </Link>
    <button type="button" className="palette-button" onClick={openPalette}>
      <IconSearch size={14} aria-hidden />
      <span>Go to any id, thread or command</span>
      <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
    <LiveBadge />
    <AccountMenu />
  </header>
);
