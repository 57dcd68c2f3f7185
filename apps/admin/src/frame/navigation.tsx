import { Link } from '@tanstack/react-router';
import { useDeadCount } from '../api/queues.js';
import { places } from './places.js';

const DeadCount = () => {
  const count = useDeadCount();
  if (count === 0) return null;
  return (
    <span className="nav-count">
      {count.toLocaleString('en-US')}
      <span className="for-readers"> dead</span>
    </span>
  );
};

/** Where one can go. */
export const Navigation = ({ onGo }: { readonly onGo: () => void }) => (
  <nav aria-label="Main" className="app-nav" id="main-navigation">
    {places.map(({ to, label, icon: Icon }) => (
      <Link key={to} to={to} activeOptions={{ exact: to === '/' }} title={label} onClick={onGo}>
        <Icon size={16} stroke={1.5} aria-hidden />
        <span className="nav-label">{label}</span>
        {to === '/dlq' && <DeadCount />}
      </Link>
    ))}
  </nav>
);
