import type { SettingsSearch } from '../../routes/search.js';

/** What a part of the settings needs: its address, and a way to another. */
export interface SettingsPartProps {
  readonly search: SettingsSearch;
  readonly onSearch: (search: SettingsSearch) => void;
}
