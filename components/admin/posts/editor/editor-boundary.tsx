import { Component, type ReactNode } from "react";

export type EditorBoundaryProps = { onFailure: () => void; children: ReactNode };

/** Shows nothing once something in it has failed, and calls `onFailure`. */
export class EditorBoundary extends Component<EditorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
