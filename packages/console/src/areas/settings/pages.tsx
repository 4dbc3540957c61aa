import { SettingsPage } from './SettingsPage.tsx';

/** Addresses and names of the installation. */
export const BasicPage = () => <SettingsPage page="basic" />;

/** How messages reach people. */
export const MsgPage = () => <SettingsPage page="msg" />;

/** Optional features of the installation. */
export const FeaturePage = () => <SettingsPage page="features" />;

/** Ways to sign in. */
export const AuthPage = () => <SettingsPage page="auth" />;

/** Rules for signing in, passwords and sessions. */
export const SecurityPage = () => <SettingsPage page="security" />;

/** How long records are kept. */
export const CleanPage = () => <SettingsPage page="clean" />;
