"use client";

import { useState, type ChangeEvent, type KeyboardEvent, type PointerEvent } from "react";

type Place = { clientX: number; currentTarget: HTMLElement };

/**
 * The point whose values are shown: under the pointer, or reached with the arrow keys.
 *
 * @param nearest the point at a place between 0 (left) and 1 (right)
 */
export function usePoint(
  count: number,
  nearest: (place: number) => number,
  onSelect?: (index: number) => void,
) {
  const [point, setPoint] = useState<number | null>(null);
  const last = Math.max(0, count - 1);
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  const pointAt = ({ clientX, currentTarget }: Place) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return clamp(nearest((clientX - left) / width));
  };
  const shown = point === null || count === 0 ? null : clamp(point);
  return {
    point: shown,
    slider: {
      min: 0,
      max: last,
      step: 1,
      value: shown ?? last,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setPoint(Number(event.target.value)),
      onPointerMove: (event: PointerEvent<HTMLInputElement>) => setPoint(pointAt(event)),
      onPointerLeave: () => setPoint(null),
      onFocus: () => setPoint((current) => current ?? last),
      onBlur: () => setPoint(null),
      onClick: (event: Place) => onSelect?.(pointAt(event)),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === "Enter" && shown !== null) onSelect?.(shown);
        if (key === "Escape") setPoint(null);
      },
    },
  };
}
