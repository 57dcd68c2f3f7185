import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useKeyListener } from '../keys/use-key-listener.js';
import { KeyHelp } from './key-help.js';
import { Navigation } from './navigation.js';
import { PaletteHost } from './palette-host.js';
import { TopBar } from './top-bar.js';
import { useGoKeys } from './use-go-keys.js';
import './app-frame.css';

/** The frame around every page: where one can go, how the data stands, and who one is. */
export const AppFrame = () => {
  const [isMenuOpen, menu] = useDisclosure(false);
  useKeyListener();
  useGoKeys();
  return (
    <div className="app-frame" data-menu={isMenuOpen}>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <TopBar isMenuOpen={isMenuOpen} onToggleMenu={menu.toggle} />
      <Navigation onGo={menu.close} />
      <main className="app-main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <PaletteHost />
      <KeyHelp />
    </div>
  );
};
