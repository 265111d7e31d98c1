"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { SiteLink } from "@/components/layout/site-link";
import { brand } from "@/lib/brand";
import { mayDo } from "@/lib/contracts/roles";
import { adminNavigationLabels as labels, noAccessScreen, roleNames } from "@/lib/messages/admin";
import { AdminSearch } from "../search/admin-search";
import { AdminGate, useAdmin } from "./gate";
import { AdminHeader } from "./header";
import { homeOf, pageOf } from "./navigation";
import { PhoneNavigation } from "./phone-navigation";
import { AccountNavigation, WideNavigation } from "./wide-navigation";

/** An admin screen with the navigation, for those whose role includes the page. */
export function AdminShell({ children }: { children: ReactNode }) {
  return (
    <AdminGate>
      <Screen>{children}</Screen>
    </AdminGate>
  );
}

function Screen({ children }: { children: ReactNode }) {
  const { role } = useAdmin();
  const page = pageOf(usePathname());
  return (
    <>
      <AdminHeader home={{ href: homeOf(role), label: labels.home(brand.name) }}>
        <WideNavigation />
        {/* One item of the row, so that what doesn't fit wraps as a whole. */}
        <div className="ml-auto flex flex-none items-center gap-x-4">
          <AccountNavigation />
          <PhoneNavigation />
          <AdminSearch />
        </div>
      </AdminHeader>
      {page && !mayDo(role, page.permission) ? <NoAccess page={page.label} /> : children}
    </>
  );
}

function NoAccess({ page }: { page: string }) {
  const { role } = useAdmin();
  return (
    <main id="main" className="wrap w-full py-(--section)">
      <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6">
        <h1 className="text-h2">{noAccessScreen.title}</h1>
        <p className="mt-3 mb-8 text-ink-2">{noAccessScreen.text(page, roleNames[role])}</p>
        <SiteLink href={homeOf(role)} className={buttonClass({ variant: "line" })}>
          {noAccessScreen.back}
        </SiteLink>
      </div>
    </main>
  );
}
