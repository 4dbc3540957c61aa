import { Component, type ReactNode } from 'react';

/** Shows something else where a part cannot be drawn; the rest of the page goes on. */
export class Contained extends Component<{ instead: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
