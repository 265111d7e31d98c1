import type { ReactNode, SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement> & {
  /** Width and height in pixels. */
  size?: number;
};

export type Icon = (props: IconProps) => ReactNode;

/** Drawn with round strokes on a grid of 24 by 24, in the color of the text around it. Hidden from screen readers: the control around it has a name. */
function icon(drawing: ReactNode): Icon {
  return function DrawnIcon({ size = 24, ...props }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {drawing}
      </svg>
    );
  };
}

export const ArrowDown = icon(<path d="M12 4v16M5.5 13.5 12 20l6.5-6.5" />);
export const ArrowLeft = icon(<path d="M20 12H4M10.5 5.5 4 12l6.5 6.5" />);
export const ArrowRight = icon(<path d="M4 12h16M13.5 5.5 20 12l-6.5 6.5" />);
export const ArrowUp = icon(<path d="M12 20V4M5.5 10.5 12 4l6.5 6.5" />);

export const CalendarDays = icon(
  <>
    <rect x="4" y="5.5" width="16" height="15" rx="1.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M8 13.5h.01M12 13.5h.01M16 13.5h.01M8 17h.01M12 17h.01" />
  </>,
);

export const Check = icon(<path d="m4.5 12.5 5 5L19.5 7" />);
export const ChevronDown = icon(<path d="M5.5 9 12 15.5 18.5 9" />);
export const ChevronLeft = icon(<path d="M15 5.5 8.5 12l6.5 6.5" />);
export const ChevronRight = icon(<path d="m9 5.5 6.5 6.5L9 18.5" />);

export const CircleAlert = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5M12 16h.01" />
  </>,
);

export const CopyLink = icon(
  <path d="M10 13.5a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1 1M14 10.5a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1-1" />,
);

export const Download = icon(<path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 15.5V20h15v-4.5" />);
export const Ellipsis = icon(<path strokeWidth="2.6" d="M5 12h.01M12 12h.01M19 12h.01" />);

export const Images = icon(
  <>
    <rect x="7" y="4" width="14" height="12" rx="1.5" />
    <path d="M4 8v10.5A1.5 1.5 0 0 0 5.5 20H17M11.5 8h.01M7.5 14.5l3.5-3 2.5 2 3-3 4 3.5" />
  </>,
);

export const LoaderCircle = icon(<path d="M20.5 12A8.5 8.5 0 1 1 12 3.5" />);
export const LogOut = icon(<path d="M10 4H5v16h5M10 12h10.5M16.5 8l4 4-4 4" />);

export const Mail = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="1.5" />
    <path d="m3.5 7.5 8.5 6 8.5-6" />
  </>,
);

export const MessageSquare = icon(<path d="M4 5h16v11.5H9.5L5.5 20v-3.5H4z" />);
export const Pencil = icon(<path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5" />);
export const Plus = icon(<path d="M12 5v14M5 12h14" />);

export const Search = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
);

export const Share = icon(<path d="M12 15V3.5M8 7.5l4-4 4 4M7 11H5v9.5h14V11h-2" />);

export const Trash = icon(
  <path d="M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20h10l1-13.5M10 10.5v6M14 10.5v6" />,
);

export const Upload = icon(<path d="M12 15V4M7.5 8.5 12 4l4.5 4.5M4.5 15.5V20h15v-4.5" />);
export const X = icon(<path d="m6 6 12 12M18 6 6 18" />);
