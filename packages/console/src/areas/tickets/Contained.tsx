import { Component, type ReactNode } from 'react';

/** Shows a fallback when a part cannot be drawn; the rest of the page keeps working. */
export class Contained extends Component<{ instead: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
