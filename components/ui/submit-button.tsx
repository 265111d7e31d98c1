"use client";

import type { MouseEvent } from "react";
import { Button, type ButtonProps } from "./button";

export type SubmitButtonProps = Omit<ButtonProps, "type" | "onClick">;

/** Submits a form once per double-click, even if the first submission is already done. */
export function SubmitButton(props: SubmitButtonProps) {
  return <Button {...props} type="submit" onClick={ignoreSecondClick} />;
}

function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
