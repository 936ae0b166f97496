import { useRouter } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick, onMounted } from 'vue';
import './style.css';

/** A group of the sidebar is a button with a second one in it, which does the same: readers of screens get the outer one. */
function oneButtonAGroup() {
	for (const caret of document.querySelectorAll('.VPSidebarItem .caret[role=button]')) {
		caret.removeAttribute('role');
		caret.removeAttribute('tabindex');
		caret.removeAttribute('aria-label');
		caret.setAttribute('aria-hidden', 'true');
	}
}

export default {
	extends: DefaultTheme,
	setup() {
		const router = useRouter();
		const { onAfterRouteChange } = router;
		router.onAfterRouteChange = async (to) => {
			await onAfterRouteChange?.(to);
			nextTick(oneButtonAGroup);
		};
		onMounted(() => nextTick(oneButtonAGroup));
	},
};
