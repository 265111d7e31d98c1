"use client";

import type { MouseEvent } from "react";
import { Button, type ButtonProps } from "./button";

/** What `SubmitButton` takes: what `Button` does. */
export type SubmitButtonProps = Omit<ButtonProps, "type" | "onClick">;

/**
 * The button that submits a form which scripts send. A double click is one press, however fast the
 * first one was answered.
 */
export function SubmitButton(props: SubmitButtonProps) {
  return <Button {...props} type="submit" onClick={keepFirst} />;
}

function keepFirst(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
